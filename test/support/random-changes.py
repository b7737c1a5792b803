"""Changes a file system at random, in the way that the seed gives: below /home/user, and what a template has brought."""
import os, random, shutil, stat, sys

chance = random.Random(int(sys.argv[1]))
home = b'/home/user/tree'
names = [b'a', b'b', b'c', b'\xff\xfe', 'caf\u00e9'.encode(), b' new\nline', b'long' * 60, b'.hidden']
sizes = [0, 1, 511, 512, 513, 4096, 200_000]
places = [b'/usr/share', b'/usr/lib/python3', b'/etc', b'/var/lib', b'/opt']
# Without these the sandbox could not be asked what became of it.
kept = (b'/etc/passwd', b'/etc/group', b'/etc/ld.so', b'/etc/alternatives', b'/usr/share/zoneinfo', b'/etc/profile', b'/etc/ssl', b'/etc/sudoers')


def dress(path):
    if chance.random() < 0.3:
        os.chown(path, chance.randrange(3) * 1000, chance.choice([0, 1000, 3_000_000]), follow_symlinks=False)
    if os.path.islink(path):
        return
    if (os.path.isfile(path) or os.path.isdir(path)) and chance.random() < 0.2:
        os.setxattr(path, b'user.e2b.note', bytes(chance.randrange(256) for _ in range(9)))
    os.chmod(path, chance.choice([0o644, 0, 0o4755, 0o2711, 0o1777]))
    if chance.random() < 0.3:
        os.utime(path, ns=(1, chance.choice([0, -1_500_000_000, 1_234_567_890_123_456_789])))


def write(path):
    with open(path, 'wb') as file:
        file.write(chance.randbytes(chance.choice(sizes)))
        if chance.random() < 0.1:
            file.truncate(30_000_000)


def make(directory, depth):
    made = []
    for name in chance.sample(names, chance.randrange(len(names) + 1)):
        path = directory + b'/' + name
        if os.path.lexists(path):
            continue
        kind = chance.choice(['file', 'file', 'directory', 'symlink', 'fifo', 'device', 'link'])
        if kind == 'file':
            write(path)
            made.append(path)
        elif kind == 'directory':
            os.mkdir(path)
            if depth < 4:
                make(path, depth + 1)
        elif kind == 'symlink':
            os.symlink(chance.choice([b'a', b'/etc/passwd', b'\xff', b'x' * 300]), path)
        elif kind == 'fifo':
            os.mkfifo(path)
        elif kind == 'device':
            os.mknod(path, chance.choice([stat.S_IFCHR, stat.S_IFBLK]) | 0o600, os.makedev(8, 300))
        elif made:
            os.link(chance.choice(made), path)
            continue
        else:
            continue
        dress(path)


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    else:
        os.unlink(path)


def change(path):
    what = chance.choice(['remove', 'other', 'dress', 'append', 'move'])
    if what == 'remove':
        remove(path)
    elif what == 'other':
        was_directory = os.path.isdir(path) and not os.path.islink(path)
        remove(path)
        if was_directory:
            write(path)
        else:
            os.mkdir(path)
            make(path, 3)
    elif what == 'dress':
        dress(path)
    elif what == 'append' and os.path.isfile(path):
        with open(path, 'ab') as file:
            file.write(b'more')
    elif what == 'move':
        shutil.move(path, path + b'.moved')


os.makedirs(home, exist_ok=True)
make(home, 0)
for place in places:
    below = [os.path.join(top, name) for top, directories, files in os.walk(place) for name in directories + files]
    for path in chance.sample(sorted(below), min(len(below), 25)):
        if os.path.lexists(path) and not path.startswith(kept):
            change(path)
