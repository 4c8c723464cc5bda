import type { Storm } from './storm.ts'

// Makes what is scheduled for later due now, as if the hours and the pauses after failures had passed.
export async function makeDue(storm: Storm): Promise<void> {
  await storm.steadily(async (pool) => {
    await pool`update source_state set retry_at = now() where retry_at > now()`
    await pool`update feed set next_poll_at = now() where next_poll_at > now() + interval '2 seconds'`
    await pool`update project set next_run_at = now() where next_run_at > now() + interval '2 seconds'`
    await pool`update delivery set next_at = now() where state = 'waiting' and next_at > now()`
    await pool`update channel set group_until = null where group_until is not null`
    await pool`
      update delivery set delivered_at = delivered_at - interval '1 hour' where delivered_at > now() - interval '1 hour'`
  })
}
