import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './log-in-limits.ts'

test('a client is an IPv4 address or the first half of an IPv6 address, however it is written', () => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ] as const)
    assert.equal(networkOf(address), network, address)
})
