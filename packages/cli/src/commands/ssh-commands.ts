/** `cay ssh-config`, and what the configuration that it prints calls. */
import type { Command } from 'commander'
import type { Load } from './options.ts'

export interface SshVerbs {
  printSshConfig(): Promise<number>
  /** Speaks SSH on the standard streams. */
  serveSsh(host: string): Promise<number>
}

export function addSshConfigCommand(
  program: Command,
  load: Load<SshVerbs>,
  done: (code: number) => void,
): void {
  program
    .command('ssh-config')
    .summary('Print what ssh, scp, sftp and rsync need to reach sandboxes')
    .description(
      'Print the part of a configuration of OpenSSH by which ssh, scp, sftp, rsync and editors reach sandboxes: cay ssh-config >> ~/.ssh/config, then ssh ID.cay.',
    )
    .action(async () => done(await (await load()).printSshConfig()))
}

export function addSshProxyCommand(
  sandbox: Command,
  load: Load<SshVerbs>,
  done: (code: number) => void,
): void {
  sandbox
    .command('ssh-proxy')
    .description(
      'Speak SSH for a sandbox on the standard streams: the ProxyCommand of `cay ssh-config`. Nothing in the template is needed for it but bash.',
    )
    .argument('<host>', 'ID.cay or ID.PROFILE.cay, with the beginning of an ID')
    .action(async (host: string) => done(await (await load()).serveSsh(host)))
}
