/** Who may write what pid 1 of a sandbox runs. */
import type { Sandbox } from 'e2b'
import { expect } from 'vitest'

/** Names of what is wrong, by the sandbox's own `find`. Inodes are compared: a second name anywhere would show. */
const look = String.raw`
find /.cay / -maxdepth 0 -perm /022 -printf 'writable by others: %p %m\n'
find /.cay -perm /022 -printf 'writable by others: %p %m\n'
find /.cay '(' ! -uid 0 -o ! -gid 0 ')' -printf 'not of root: %p\n'
find /.cay ! -type d ! -type f -printf 'neither file nor directory: %p\n'
find /.cay -type f -links +1 -printf 'has other names: %p\n'
find /.cay -type f -printf '%D:%i\n' | sort -u > /tmp/of-the-daemon
find / -xdev -path /.cay -prune -o -type f -printf '%D:%i\n' | sort -u > /tmp/of-others
comm -12 /tmp/of-the-daemon /tmp/of-others | sed 's/^/shared inode: /'
test -s /tmp/of-the-daemon && test -s /tmp/of-others && echo looked
rm -f /tmp/of-the-daemon /tmp/of-others`

const attack = `
for file in /.cay/node /.cay/ld.so /.cay/envd.mjs /.cay/envd.cjs /.cay/lib/*; do
  : 2>/dev/null >> $file && echo "written: $file"
  rm -f $file 2>/dev/null && echo "removed: $file"
done
mv /.cay /tmp/moved 2>/dev/null && echo 'moved away'
: 2>/dev/null > /.cay/new && echo 'added to'
echo tried`

export async function expectDaemonSealed({ commands }: Pick<Sandbox, 'commands'>): Promise<void> {
  expect((await commands.run(look, { user: 'root' })).stdout).toBe('looked\n')
  expect((await commands.run(attack, { user: 'user' })).stdout).toBe('tried\n')
}
