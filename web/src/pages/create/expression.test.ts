import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTerm, removeTerm, writeExpression } from './expression.ts'

test('alternatives are written in the syntax of the contract', () => {
  assert.equal(writeExpression([['timnas', 'garuda muda'], ['pssi']]), 'timnas and garuda muda or pssi')
})

test('a term that contains an operator is quoted, so that it stays one term', () => {
  assert.equal(writeExpression([['rock and roll']]), '"rock and roll"')
  assert.equal(writeExpression([['or']]), '"or"')
  assert.equal(writeExpression([['oregon andes']]), 'oregon andes')
})

test('removing the last term of an alternative removes the alternative', () => {
  assert.deepEqual(removeTerm([['a'], ['b', 'c']], 0, 0), [['b', 'c']])
  assert.deepEqual(removeTerm([['b', 'c']], 0, 1), [['b']])
})

test('a term added past the last alternative starts a new one', () => {
  assert.deepEqual(addTerm([['a']], 1, 'b'), [['a'], ['b']])
  assert.deepEqual(addTerm([['a']], 0, 'b'), [['a', 'b']])
})
