// GDELT keeps about three months.
export const GDELT_DAYS = 90
