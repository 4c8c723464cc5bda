import type { Text } from './id.ts'

// The texts of editing a project and of looking ahead, included in en.ts.
export const enEdit: Pick<Text, 'edit'> = {
  edit: {
    lookback: 'The project has ended: what was published inside its dates is collected.',
  },
}
