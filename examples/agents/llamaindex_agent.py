# LlamaIndex: an agent with a tool that runs commands in a sandbox of Cay.
import asyncio
import os

from e2b import AsyncSandbox
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai_like import OpenAILike


async def main() -> None:
    async with await AsyncSandbox.create() as sandbox:

        async def run(command: str) -> str:
            """Runs a shell command in a sandbox."""
            return (await sandbox.commands.run(command)).stdout.strip()

        model = OpenAILike(
            model=os.environ.get("MODEL", "gpt-5"),
            api_base=os.environ.get("OPENAI_BASE_URL"),
            api_key=os.environ["OPENAI_API_KEY"],
            is_chat_model=True,
            is_function_calling_model=True,
        )
        agent = FunctionAgent(tools=[run], llm=model, streaming=False)
        print(await agent.run("Compute 6 * 7 with a shell command."))


asyncio.run(main())
