"""OpenStack Swift with its S3 interface: the proxy and one account, container and object server.

Arguments: the address of the proxy, its port, and three ports for the others, which are on loopback. Keeps everything below /srv. Users are below; a bucket
belongs to whoever made it.
"""
import os
import sys

STATE = '/srv/state'
DEVICE = 'd1'

DEFAULTS = """
[DEFAULT]
bind_ip = {host}
bind_port = {port}
workers = 0
user = root
swift_dir = {state}
devices = {state}/devices
mount_check = false
disable_fallocate = true
log_level = CRITICAL
"""

STORAGE = """
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

PROXY = """
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck proxy-logging cache listing_formats s3api tempauth copy slo dlo versioned_writes proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:proxy-logging]
use = egg:swift#proxy_logging
# Authentication insists on a cache. Nobody answers at this one, so every question goes to the servers.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_owner = owner-secret .admin
user_test_unprivileged = unprivileged-secret
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
"""


def write_config(kind, host, port):
    path = '%s/%s-server.conf' % (STATE, kind)
    text = DEFAULTS.format(host=host, port=port, state=STATE)
    text += PROXY if kind == 'proxy' else STORAGE.format(kind=kind)
    with open(path, 'w') as file:
        file.write(text)
    return path


def write_ring(kind, port):
    from swift.common.ring import RingBuilder
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({
        'region': 1, 'zone': 1, 'weight': 1, 'device': DEVICE, 'meta': '',
        'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port,
    })
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (STATE, kind))


def serve(kind, config):
    from swift.common.wsgi import run_wsgi
    sys.exit(run_wsgi(config, kind + '-server', verbose=True))


def main():
    # Each server would begin a session of its own, which signals to this process group do not reach.
    os.setsid = lambda: None
    ports = dict(zip(('proxy', 'account', 'container', 'object'), map(int, sys.argv[2:])))
    os.makedirs('%s/devices/%s' % (STATE, DEVICE))
    for kind in ('account', 'container', 'object'):
        write_ring(kind, ports[kind])
    for kind, port in ports.items():
        config = write_config(kind, sys.argv[1] if kind == 'proxy' else '127.0.0.1', port)
        if os.fork() == 0:
            serve(kind, config)
    # One that ends takes the others with it: this is the first process of its namespace.
    os.wait()
    sys.exit('a server of Swift has ended')


main()
