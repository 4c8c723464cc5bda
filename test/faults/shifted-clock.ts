// Loaded first in a child process (`--import`): its clock is wrong by SHIFT_MS, as with a bad time server.
const shiftMs = Number(process.env.SHIFT_MS ?? 0)
const RealDate = Date
class ShiftedDate extends RealDate {
  constructor(...args: ConstructorParameters<typeof Date> | []) {
    if (args.length === 0) super(RealDate.now() + shiftMs)
    else super(...args)
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
}
globalThis.Date = ShiftedDate as DateConstructor
