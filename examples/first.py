from e2b import Sandbox

with Sandbox.create(metadata={"purpose": "first steps"}) as sandbox:
    sandbox.files.write("/home/user/island.py", 'print("hello from", __import__("platform").node())')
    print(sandbox.commands.run("python3 island.py").stdout.strip())
