import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { test } from 'node:test'
import { Door } from './door.ts'

const turn = () => new Promise(setImmediate)

function openDoor() {
  const server = new EventEmitter()
  const door = new Door(10)
  door.watch(server as Server)
  return { door, connect: () => server.emit('connection') }
}

test('who came in one turn begins at its end, the newest first, and hears how many others are left', async () => {
  const { door } = openDoor()
  const begun: { n: number; others: number }[] = []
  for (let n = 0; n < 3; n++) door.pass((others) => begun.push({ n, others }))
  assert.deepEqual(begun, [])
  await turn()
  assert.deepEqual(begun, [
    { n: 2, others: 2 },
    { n: 1, others: 1 },
    { n: 0, others: 0 },
  ])
})

test('while somebody new comes in every turn, requests are gathered', async () => {
  const { door, connect } = openDoor()
  const begun: number[] = []
  for (let n = 0; n < 5; n++) {
    connect()
    door.pass(() => begun.push(n))
    await turn()
  }
  assert.deepEqual(begun, [])
  await turn()
  assert.deepEqual(begun, [4, 3, 2, 1, 0])
})

test('they are held no longer when more are there than there is room for', async () => {
  const { door, connect } = openDoor()
  let begun = 0
  for (let n = 0; n < 11; n++) {
    assert.equal(begun, 0)
    connect()
    door.pass(() => {
      begun += 1
    })
    await turn()
  }
  assert.equal(begun, 11)
})

test('nobody is held for longer than a moment, however many come', async () => {
  const { door, connect } = openDoor()
  let begun = false
  connect()
  door.pass(() => {
    begun = true
  })
  for (let count = 0; count < 10_000_000 && !begun; count++) {
    connect()
    await turn()
  }
  assert.ok(begun)
})
