"""
Tries every way to change files in a directory that is not to be changed: `open` (mode 0666), `closed` (0444) and `link`, a
symbolic link to `open`. Prints as JSON what each attempt gave, and for those that changed something, what.

change-read-only.py DIRECTORY WRITABLE OUTSIDE
WRITABLE: the same directory where it can be written. OUTSIDE: another directory of its file system.
"""
import ctypes, errno, json, mmap, os, socket, stat, sys

directory, writable, outside = sys.argv[1:4]
content = b'content'
libc = ctypes.CDLL(None, use_errno=True)
results = {}
changed = {}


def state_of(name):
    found = os.lstat(f'{directory}/{name}')
    if not stat.S_ISREG(found.st_mode):
        return found.st_mode
    with open(f'{directory}/{name}', 'rb') as file:
        return file.read().decode('latin1'), oct(found.st_mode), found.st_uid, found.st_nlink, found.st_mtime_ns


def state():
    names = sorted(os.listdir(directory))
    return {'.': oct(os.stat(directory).st_mode), **{name: state_of(name) for name in names}}


def restore():
    for name in ['open', 'closed']:
        path = f'{writable}/{name}'
        with open(path, 'rb') as file:
            if file.read() == content:
                continue
        with open(path, 'r+b') as file:
            file.truncate(0)
            file.write(content)


def attempt(name, change):
    before = state()
    try:
        change()
        results[name] = 'done'
    except OSError as error:
        results[name] = errno.errorcode.get(error.errno, str(error.errno))
    except ValueError as error:
        results[name] = str(error)
    after = state()
    if after != before:
        changed[name] = {key: after.get(key) for key in {*before, *after} if after.get(key) != before.get(key)}
        restore()


def call(function, *arguments):
    if function(*arguments) == -1:
        raise OSError(ctypes.get_errno(), 'failed')


def opening(path, flags):
    return lambda: os.close(os.open(path, flags, 0o666))


def with_file(path, flags, change):
    def open_and_change():
        fd = os.open(path, flags)
        try:
            change(fd)
        finally:
            os.close(fd)

    return open_and_change


def reopen(fd):
    os.close(os.open(f'/proc/self/fd/{fd}', os.O_RDONLY | os.O_TRUNC))


def write_map(fd):
    with mmap.mmap(fd, len(content), mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE) as mapped:
        mapped[0:1] = b'X'


def bind(path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)


accesses = {'O_RDONLY': os.O_RDONLY, 'O_WRONLY': os.O_WRONLY, 'O_RDWR': os.O_RDWR, 'O_ACCMODE': os.O_ACCMODE}
others = {
    'O_TRUNC': os.O_TRUNC,
    'O_TRUNC|O_CREAT': os.O_TRUNC | os.O_CREAT,
    'O_TRUNC|O_APPEND': os.O_TRUNC | os.O_APPEND,
    'O_TRUNC|O_NONBLOCK': os.O_TRUNC | os.O_NONBLOCK,
    'O_TRUNC|O_PATH': os.O_TRUNC | os.O_PATH,
    'O_CREAT': os.O_CREAT,
    'O_APPEND': os.O_APPEND,
}
elsewhere = f'{outside}/elsewhere-{os.getuid()}'
with open(elsewhere, 'w') as file:
    file.write('elsewhere')

for name in ['open', 'closed', 'link']:
    path = f'{directory}/{name}'
    for access, access_flag in accesses.items():
        for other, flag in others.items():
            attempt(f'{name}: open {access}|{other}', opening(path, access_flag | flag))
    attempt(f'{name}: open by /proc', with_file(path, os.O_RDONLY, reopen))
    attempt(f'{name}: open by /proc of O_PATH', with_file(path, os.O_PATH, reopen))
    attempt(f'{name}: creat', lambda: call(libc.creat, path.encode(), 0o666))
    attempt(f'{name}: truncate', lambda: os.truncate(path, 0))
    attempt(f'{name}: ftruncate', with_file(path, os.O_RDONLY, lambda fd: os.ftruncate(fd, 0)))
    attempt(f'{name}: fallocate', with_file(path, os.O_RDONLY, lambda fd: os.posix_fallocate(fd, 0, 100)))
    attempt(f'{name}: mmap', with_file(path, os.O_RDONLY, write_map))
    attempt(f'{name}: utimes', lambda: os.utime(path, (1, 1)))
    attempt(f'{name}: futimes', with_file(path, os.O_RDONLY, lambda fd: os.utime(fd, (1, 1))))
    attempt(f'{name}: chmod', lambda: os.chmod(path, 0o606))
    attempt(f'{name}: fchmod', with_file(path, os.O_RDONLY, lambda fd: os.fchmod(fd, 0o606)))
    attempt(f'{name}: chown', lambda: os.chown(path, 1, 1))
    attempt(f'{name}: fchown', with_file(path, os.O_RDONLY, lambda fd: os.fchown(fd, 1, 1)))
    attempt(f'{name}: setxattr', lambda: os.setxattr(path, 'user.x', b'x'))
    attempt(f'{name}: link within', lambda: os.link(path, f'{directory}/linked'))
    attempt(f'{name}: link out', lambda: os.link(path, f'{outside}/linked-{name}'))
    attempt(f'{name}: rename over', lambda: os.rename(elsewhere, path))
    attempt(f'{name}: rename within', lambda: os.rename(path, f'{directory}/renamed'))
    attempt(f'{name}: rename out', lambda: os.rename(path, f'{outside}/renamed-{name}'))
    attempt(f'{name}: unlink', lambda: os.unlink(path))
    if not os.path.lexists(path):
        break
attempt('create', opening(f'{directory}/new', os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
attempt('O_TMPFILE', opening(directory, os.O_RDWR | os.O_TMPFILE))
attempt('mkdir', lambda: os.mkdir(f'{directory}/sub'))
attempt('symlink', lambda: os.symlink('x', f'{directory}/symlinked'))
attempt('mkfifo', lambda: os.mkfifo(f'{directory}/fifo'))
attempt('mknod', lambda: os.mknod(f'{directory}/device', 0o20666, os.makedev(1, 3)))
attempt('socket', lambda: bind(f'{directory}/socket'))
attempt('link in', lambda: os.link(elsewhere, f'{directory}/linked-in'))
attempt('rename in', lambda: os.rename(elsewhere, f'{directory}/renamed-in'))
attempt('chmod of the directory', lambda: os.chmod(directory, 0o755))
print(json.dumps({'results': results, 'changed': changed}, indent=1))
