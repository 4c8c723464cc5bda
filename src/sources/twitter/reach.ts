// Recent search covers the last week.
export const RECENT_DAYS = 7
