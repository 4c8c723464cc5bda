import { Problem } from '../domain/problem.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it, or its folder, does not exist',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not access it',
  EPERM: 'this user may not access it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

// Null when the error is not about the file.
export function explainFileFailure(file: string, error: unknown): Problem | null {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (reason === undefined || syscall === undefined) return null
  return new Problem('unavailable', `The file ${file} cannot be used: ${reason}.`)
}
