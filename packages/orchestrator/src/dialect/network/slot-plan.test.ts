import { installationsMax } from '@cay/kit/service-users.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  egressAddress,
  installationSubnet,
  nextFreeSlot,
  planSlot,
  renderSlotInside,
  renderSlotOutside,
  slotOfName,
  slotsPerInstallation,
} from './slot-plan.ts'

const installation = fc.nat(installationsMax - 1)
const slot = fc.nat(slotsPerInstallation - 1)
/** The longest name a network interface may have. */
const interfaceNameMax = 15

function number(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

test('the first and the last slot lie in 198.18.0.0/15', () => {
  expect(planSlot(0, 0)).toEqual({
    name: 'cay0-0',
    netnsPath: '/run/netns/cay0-0',
    nodeAddress: '198.18.0.1',
    address: '198.18.0.2',
  })
  expect(planSlot(installationsMax - 1, slotsPerInstallation - 1).address).toBe('198.19.255.250')
})

test('an address that was given back is not the next sandbox’s', () => {
  expect(nextFreeSlot(new Set([4]), 5)).toBe(6)
  expect(nextFreeSlot(new Set([0, 1]), slotsPerInstallation - 1)).toBe(2)
})

test('every slot that is free is given out, whatever was the last', () => {
  const others = Array.from({ length: slotsPerInstallation }, (_, index) => index)
  fc.assert(
    fc.property(slot, slot, (free, last) => {
      expect(nextFreeSlot(new Set(others.filter((index) => index !== free)), last)).toBe(free)
    }),
  )
  expect(nextFreeSlot(new Set(others), 0)).toBeUndefined()
})

test('no slot has the address of the egress service', () => {
  fc.assert(
    fc.property(installation, slot, installation, (mine, index, other) => {
      expect(number(planSlot(mine, index).address) >> 2).not.toBe(number(egressAddress(other)) >> 2)
    }),
  )
})

test('no two slots share a name or a network', () => {
  fc.assert(
    fc.property(installation, slot, installation, slot, (i1, s1, i2, s2) => {
      fc.pre(i1 !== i2 || s1 !== s2)
      const [one, two] = [planSlot(i1, s1), planSlot(i2, s2)]
      expect(one.name).not.toBe(two.name)
      expect(number(one.address) >> 2).not.toBe(number(two.address) >> 2)
    }),
  )
})

test('a name tells its slot to its own installation and to no other', () => {
  fc.assert(
    fc.property(installation, slot, installation, (mine, index, other) => {
      const { name } = planSlot(mine, index)
      expect(name.length).toBeLessThanOrEqual(interfaceNameMax)
      expect(slotOfName(mine, name)).toBe(index)
      if (other !== mine) expect(slotOfName(other, name)).toBeUndefined()
    }),
  )
})

test.each(['eth0', 'cay0', 'cay0-', 'cay0-x', 'cay0-12345', 'cay0-1x', 'xcay0-1'])(
  '%s is nobody’s slot',
  (name) => {
    expect(slotOfName(0, name)).toBeUndefined()
  },
)

test('every slot lies in its installation’s subnet', () => {
  fc.assert(
    fc.property(installation, slot, (mine, index) => {
      const [base = ''] = installationSubnet(mine).split('/')
      expect(number(planSlot(mine, index).address) >> 12).toBe(number(base) >> 12)
    }),
  )
})

test('a slot is made by two batches of ip', () => {
  const plan = planSlot(3, 7)
  expect(renderSlotOutside(plan)).toBe(
    [
      'netns add cay3-7',
      'link add cay3-7 type veth peer name eth0 netns cay3-7',
      'addr add 198.18.48.29/30 dev cay3-7',
      'link set cay3-7 up',
      '',
    ].join('\n'),
  )
  expect(renderSlotInside(plan)).toContain('route add default via 198.18.48.29\n')
})
