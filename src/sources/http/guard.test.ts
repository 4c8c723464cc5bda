import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '../source.ts'
import { type Address, checkedAddresses, isPublicAddress, pinnedLookup, refusalOf } from './guard.ts'

const publicOnly = { open: false }

test('every spelling of a private address is refused', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7f.0.0.0x1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '0',
    '0.0.0.0',
    '0x0',
    '10.0.0.1',
    '10.1',
    '167772161',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.168.257',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '100.64.0.1',
    '100.127.255.254',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001:0:4136:e378::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[2001:2::1]',
    '[100::1]',
    '[5f00::1]',
    '[4000::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.localhost.',
    'localhost.localdomain',
    'printer.local',
    'metadata.google.internal',
    'router.lan',
    'db',
    'db.',
  ]
  for (const host of hosts) assert.notEqual(refusalOf(new URL(`http://${host}/`), publicOnly), null, host)
})

test('an address with a zone id is not public', () => {
  assert.equal(URL.parse('http://[fe80::1%25eth0]/'), null)
  assert.equal(isPublicAddress('fe80::1%eth0'), false)
  assert.equal(isPublicAddress('2a00:1450::1%eth0'), false)
})

test('public addresses and names are allowed', () => {
  const hosts = [
    '8.8.8.8',
    '[2a00:1450:4001:830::200e]',
    '[2100::1]',
    '[::ffff:8.8.8.8]',
    'www.antaranews.com',
    'rm.id',
    'local.id',
  ]
  for (const host of hosts) assert.equal(refusalOf(new URL(`https://${host}/`), publicOnly), null, host)
})

test('a name may have 253 characters, which is what DNS can carry', () => {
  const longest = `${'a.'.repeat(125)}com`
  assert.equal(longest.length, 253)
  assert.equal(refusalOf(new URL(`http://${longest}/`), publicOnly), null)
  assert.notEqual(refusalOf(new URL(`http://a${longest}/`), publicOnly), null)
})

test('only http and https, ports 80 and 443, and no credentials are allowed', () => {
  const refused = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/xml,<rss/>',
    'https://user@example.com/',
    'https://:secret@example.com/',
    'http://example.com:22/',
    'http://example.com:5432/',
    'http://example.com:8080/',
  ]
  for (const address of refused) assert.notEqual(refusalOf(new URL(address), publicOnly), null, address)
  const allowed = [
    'http://example.com:80/',
    'http://example.com:443/',
    'https://example.com:443/',
    'https://example.com:80/',
  ]
  for (const address of allowed) assert.equal(refusalOf(new URL(address), publicOnly), null, address)
})

test('an open address may be private and use any port, but its scheme and credentials are still checked', () => {
  const open = { open: true }
  assert.equal(refusalOf(new URL('http://127.0.0.1:5432/'), open), null)
  assert.notEqual(refusalOf(new URL('file:///etc/passwd'), open), null)
  assert.notEqual(refusalOf(new URL('http://a:b@127.0.0.1/'), open), null)
})

function resolveTo(...addresses: string[]) {
  return async (): Promise<Address[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

test('a name is refused when any of its addresses is private, whatever the others are', async () => {
  const url = new URL('https://berita.example.com/rss')
  const mixes = [
    ['10.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8'],
    ['8.8.8.8', '::1'],
    ['8.8.8.8', '::ffff:192.168.0.1'],
    ['8.8.8.8', 'fe80::1%eth0'],
    ['8.8.8.8', 'not an address'],
  ]
  for (const mix of mixes)
    await assert.rejects(
      checkedAddresses(url, resolveTo(...mix), publicOnly),
      (error: unknown) => error instanceof SourceError && error.code === 'network' && /not public/.test(error.message),
      mix.join(),
    )
  assert.deepEqual(await checkedAddresses(url, resolveTo('8.8.8.8', '1.1.1.1'), publicOnly), [
    { address: '8.8.8.8', family: 4 },
    { address: '1.1.1.1', family: 4 },
  ])
})

test('an address literal is never looked up, and a name is looked up once', async () => {
  let lookups = 0
  const lookup = async (): Promise<Address[]> => {
    lookups++
    return [{ address: '8.8.8.8', family: 4 }]
  }
  assert.deepEqual(await checkedAddresses(new URL('http://8.8.4.4/'), lookup, publicOnly), [
    { address: '8.8.4.4', family: 4 },
  ])
  assert.deepEqual(await checkedAddresses(new URL('http://[2a00:1450::1]/'), lookup, publicOnly), [
    { address: '2a00:1450::1', family: 6 },
  ])
  await assert.rejects(checkedAddresses(new URL('http://127.0.0.1/'), lookup, publicOnly))
  await assert.rejects(checkedAddresses(new URL('http://localhost/'), lookup, publicOnly))
  assert.equal(lookups, 0)
  await checkedAddresses(new URL('http://example.com/'), lookup, publicOnly)
  assert.equal(lookups, 1)
})

test('a name without an address is a network error', async () => {
  await assert.rejects(checkedAddresses(new URL('http://example.com/'), resolveTo(), publicOnly), { code: 'network' })
})

test('the pinned lookup returns the checked addresses for any name', () => {
  const first = { address: '8.8.8.8', family: 4 } as const
  const second = { address: '2a00:1450::1', family: 6 } as const
  const calls: unknown[][] = []
  const done = (...result: unknown[]) => void calls.push(result)
  const pinned = pinnedLookup([first, second])
  pinned('other.example.com', { all: true }, done)
  pinned('other.example.com', {}, done)
  pinned('other.example.com', { all: false }, done)
  assert.deepEqual(calls, [
    [null, [first, second]],
    [null, '8.8.8.8', 4],
    [null, '8.8.8.8', 4],
  ])
})

test('the pinned lookup fails when there is no checked address', () => {
  const errors: unknown[] = []
  pinnedLookup([])('example.com', { all: true }, (error) => errors.push(error))
  assert.deepEqual(errors.map(String), ['Error: no checked address'])
})
