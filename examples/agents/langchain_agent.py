# LangChain: an agent with a tool that runs commands in a sandbox of Cay.
import os

from e2b import Sandbox
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

with Sandbox.create() as sandbox:

    @tool
    def run(command: str) -> str:
        """Runs a shell command in a sandbox."""
        return sandbox.commands.run(command).stdout.strip()

    model = ChatOpenAI(model=os.environ.get("MODEL", "gpt-5"), use_responses_api=False)
    agent = create_agent(model, [run])
    question = {"role": "user", "content": "Compute 6 * 7 with a shell command."}
    print(agent.invoke({"messages": [question]})["messages"][-1].content)
