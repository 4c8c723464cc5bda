import npm from '../package.json' with { type: 'json' }

// As `npm start` starts Node. What comes later on a command line counts.
const [, variables = '', flags = ''] = /^(.*?) ?exec node (.*?) ?bin\/pantau\.mjs/.exec(npm.scripts.start) ?? []
export const START_FLAGS = words(flags)
export const START_ENV: Readonly<Record<string, string>> = Object.fromEntries(
  words(variables).map((variable) => {
    const [name = '', ...value] = variable.split('=')
    return [name, value.join('=')]
  }),
)

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}
