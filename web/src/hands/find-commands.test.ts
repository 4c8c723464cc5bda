import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from './commands.ts'
import { findCommands } from './find-commands.ts'

function command(group: Command['group'], label: string, detail?: string): Command {
  return { key: label, group, label, run: () => {}, ...(detail === undefined ? {} : { detail }) }
}

const COMMANDS = [
  command('here', 'Laporan'),
  ...Array.from({ length: 9 }, (_, index) => command('projects', `Proyek ${index}`)),
  command('projects', 'Kafé dan laporan', 'kopi or kafe'),
  command('projects', 'Laporan pajak'),
  ...Array.from({ length: 9 }, (_, index) => command('views', `Simpanan ${index}`, 'Banjir')),
  command('actions', 'Tampilan: Gelap'),
]
const labels = (typed: string): string[] => findCommands(COMMANDS, typed).map(({ label }) => label)

test('every typed word must occur, in any order, without regard to case and accents', () => {
  assert.deepEqual(labels('KAFE dan'), ['Kafé dan laporan'])
  assert.deepEqual(labels('gelap tampilan'), ['Tampilan: Gelap'])
  assert.deepEqual(labels('kopi'), ['Kafé dan laporan'], 'the expression of a project is searched too')
  assert.deepEqual(labels('kopi pajak'), [])
})

test('labels that begin with the typed text are first in their group', () => {
  assert.deepEqual(labels('lapo'), ['Laporan', 'Laporan pajak', 'Kafé dan laporan'])
})

test('before anything is typed, many projects and views leave room for the other commands', () => {
  assert.equal(labels(' ').filter((label) => label.startsWith('Proyek')).length, 6)
  assert.equal(labels(' ').filter((label) => label.startsWith('Simpanan')).length, 6)
  assert.ok(labels('').includes('Tampilan: Gelap'))
})
