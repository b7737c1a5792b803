/** What cells of each language beside Python say for the same things. */
export interface Language {
  readonly language: string
  /** Another name that callers may use. */
  readonly alias?: string
  /** Code and the text of its value. */
  readonly value: readonly [code: string, text: string]
  readonly keep: string
  /** Shows what `keep` has kept, as `kept`; fails or shows nothing in another context. */
  readonly kept: string
  readonly print: string
  /** Prints "first", waits for the file /tmp/go-LANGUAGE and prints "second". */
  readonly waiting: string
  readonly directory: string
  readonly variable: (name: string) => string
  readonly failing: readonly [code: string, name: string, value: RegExp, traceback: RegExp]
  readonly broken: readonly [code: string, name: string]
  readonly die: string
  readonly endless: string
}

const javascript: Language = {
  language: 'javascript',
  alias: 'js',
  value: ['const add = (x, y) => x + y;\nadd(1, 2)', '3'],
  keep: 'const it = "kept"',
  kept: 'it',
  print: 'console.log("Hello World!"); console.error("no")',
  waiting:
    'console.log("first"); while (!require("fs").existsSync("/tmp/go-javascript")) await new Promise((go) => setTimeout(go, 20)); console.log("second")',
  directory: 'process.cwd()',
  variable: (name) => `process.env.${name} ?? "none"`,
  failing: [
    'function f() {\n  throw new TypeError("bad")\n}\nf()',
    'TypeError',
    /^bad$/,
    /at f \(cell-\d+:2:9\)/,
  ],
  broken: ['1 +', 'SyntaxError'],
  die: 'process.exit(3)',
  endless: 'while (true) {}',
}

export const languages: readonly Language[] = [
  javascript,
  {
    ...javascript,
    language: 'typescript',
    alias: 'ts',
    value: ['function subtract(x: number, y: number): number {\n  return x - y\n}\nsubtract(1, 2)', '-1'],
    keep: 'const it: string = "kept"',
    waiting: javascript.waiting.replace('go-javascript', 'go-typescript'),
    broken: ['let x: = 3', 'SyntaxError'],
    endless: 'for (let i: number = 0; ; i++) await null',
  },
  {
    language: 'bash',
    value: ['for i in 1 2; do echo $((i * 2)); done | tail -1 >/tmp/value; true', ''],
    keep: 'it=kept',
    kept: 'echo "$it" | grep . || echo nothing',
    print: 'echo "Hello World!"; echo no >&2',
    waiting: 'echo first; until [ -e /tmp/go-bash ]; do sleep 0.02; done; echo second',
    directory: 'pwd',
    variable: (name) => `echo \${${name}:-none}`,
    failing: ['ls /nowhere', 'ExitStatus', /^2$/, /exit status 2/],
    broken: ['if', 'ExitStatus'],
    die: 'exit 3',
    endless: 'while true; do sleep 0.1; done',
  },
  {
    language: 'r',
    value: ['x <- c(1, 2, 4)\nsum(x)', '[1] 7'],
    keep: 'it <- "kept"',
    kept: 'it',
    print: 'print("Hello World!"); message("no")',
    waiting: 'cat("first\\n")\nwhile (!file.exists("/tmp/go-r")) Sys.sleep(0.02)\ncat("second\\n")',
    directory: 'getwd()',
    variable: (name) => `Sys.getenv("${name}", unset = "none")`,
    failing: ['f <- function() stop("bad")\nf()', 'ERROR', /bad/, /f\(\)/],
    broken: ['1 +', 'ERROR'],
    die: 'tools::pskill(Sys.getpid(), 9)',
    endless: 'while (TRUE) {}',
  },
  {
    language: 'java',
    value: ['int twice(int x) {\n  return x * 2;\n}\ntwice(4)', '8'],
    keep: 'String it = "kept";',
    kept: 'it',
    print: 'System.out.println("Hello World!"); System.err.println("no");',
    waiting:
      'System.out.println("first"); while (!Files.exists(Path.of("/tmp/go-java"))) Thread.sleep(20); System.out.println("second");',
    directory: 'System.getProperty("user.dir")',
    variable: (name) => `System.getProperty("${name}", "none")`,
    failing: [
      'int f(int x) {\n  return x / 0;\n}\nf(1)',
      'java.lang.ArithmeticException',
      /by zero/,
      /at \.f\(/,
    ],
    broken: ['int x = ;', 'CompilationException'],
    die: 'System.exit(3)',
    endless: 'while (true) {}',
  },
]
