/** `cay completion`, and what its scripts call. */
import { Argument, type Command } from 'commander'
import { type CompletionShell, completionShells } from '../dialect/completion/completion-scripts.ts'
import { type Candidate, type CandidateSource, completeWords } from './complete-words.ts'
import type { Load } from './options.ts'

export interface CompletionVerbs {
  printScript(shell: CompletionShell): Promise<number>
  printCandidates(candidates: readonly Candidate[], typed: string): Promise<number>
  /** Of the installation of the profile, if there is one. */
  printFromSource(source: CandidateSource, typed: string, profile: string | undefined): Promise<number>
}

export function addCompletionCommands(
  program: Command,
  load: Load<CompletionVerbs>,
  done: (code: number) => void,
): void {
  program
    .command('completion')
    .summary('Print the script that completes commands and ids in a shell')
    .description(
      'Print the script by which a shell completes commands, options, and the names and IDs of what there is. For bash: eval "$(cay completion bash)".',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(completionShells))
    .action(async (shell: CompletionShell) => done(await (await load()).printScript(shell)))
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const verbs = await load()
      const completion = completeWords(program, words)
      const typed = words.at(-1) ?? ''
      done(
        completion.kind === 'words'
          ? await verbs.printCandidates(completion.candidates, typed)
          : await verbs.printFromSource(completion.source, typed, completion.profile),
      )
    })
}
