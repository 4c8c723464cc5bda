import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepOneConnected } from './background.ts'

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))

// A hidden tab: it is connected until it is closed, and its connection is opened again by the lock.
function hideTab() {
  const visible = new AbortController()
  const tab = { isConnected: true, visible, done: Promise.resolve() }
  const open = (): void => {
    tab.isConnected = true
  }
  const close = (): void => {
    tab.isConnected = false
  }
  tab.done = keepOneConnected({ open, close }, visible.signal)
  return tab
}

test('one hidden tab stays connected; another takes over when that one is shown', async () => {
  const [first, second] = [hideTab(), hideTab()]
  await settle()
  assert.deepEqual([first.isConnected, second.isConnected], [true, false])
  first.visible.abort()
  await first.done
  await settle()
  assert.equal(second.isConnected, true)
  second.visible.abort()
  await second.done
})

test('a tab that is shown while it waits stops waiting', async () => {
  const [first, second, third] = [hideTab(), hideTab(), hideTab()]
  await settle()
  second.visible.abort()
  await second.done
  first.visible.abort()
  await first.done
  await settle()
  assert.deepEqual([second.isConnected, third.isConnected], [false, true])
  third.visible.abort()
  await third.done
})
