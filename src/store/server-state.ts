import type { Db } from './db.ts'

export interface ServerState {
  readonly version: number
  // How far the server's clock is ahead of ours.
  readonly clockSkewSeconds: number
  readonly bytes: number
  // Whether tables can be created.
  readonly canCreate: boolean
}

export async function readServerState(db: Db): Promise<ServerState> {
  const [row] = await db`
    select current_setting('server_version_num')::int as version, extract(epoch from clock_timestamp())::float8 as clock,
           pg_database_size(current_database()) as bytes,
           coalesce(has_schema_privilege(current_schema(), 'create'), false) as "canCreate"`
  const { version, clock, bytes, canCreate } = row ?? {}
  return { version, clockSkewSeconds: clock - Date.now() / 1000, bytes, canCreate }
}
