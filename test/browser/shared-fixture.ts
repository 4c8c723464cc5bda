import { after, afterEach } from 'node:test'
import { openBrowserFixture } from './fixture.ts'

// One service and one browser for all dashboard tests; every test has its own users and projects.
export const fixture = await openBrowserFixture()
afterEach(() => fixture.closePages())
after(() => fixture.close())
