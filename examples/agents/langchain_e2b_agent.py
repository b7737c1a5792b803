# LangChain's own package for sandboxes: an agent of deepagents whose files and commands are in a sandbox of Cay.
import os

from deepagents import create_deep_agent
from e2b import Sandbox
from langchain_e2b import E2BSandbox
from langchain_openai import ChatOpenAI

with Sandbox.create() as sandbox:
    model = ChatOpenAI(model=os.environ.get("MODEL", "gpt-5"), use_responses_api=False)
    agent = create_deep_agent(model, backend=E2BSandbox(sandbox=sandbox))
    question = {"role": "user", "content": "Compute 6 * 7 with a shell command."}
    print(agent.invoke({"messages": [question]})["messages"][-1].content)
