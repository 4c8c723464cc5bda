import { after, afterEach } from 'node:test'
import { openStage } from './stage.ts'

// One service and one browser for all tests of the dashboard; every test has people and projects of its own.
export const stage = await openStage()
afterEach(() => stage.closePages())
after(() => stage.close())
