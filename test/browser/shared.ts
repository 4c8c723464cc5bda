import { after } from 'node:test'
import { openStage } from './stage.ts'

// One service and one browser for all tests of the dashboard; every test has people and projects of its own.
export const stage = await openStage()
after(() => stage.close())
