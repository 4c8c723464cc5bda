import { type Config, readConfig, secretsIn } from '../config.ts'
import { protectSecrets } from '../log.ts'

// Reads the settings of this process. Secrets are masked in the log before anything can go wrong with them.
export function loadConfig(): Config {
  protectSecrets(secretsIn(process.env))
  return readConfig(process.env)
}
