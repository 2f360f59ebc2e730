/** Longest name in bytes of UTF-8: file systems take 255, and browsers add a number to a name that is there. */
const maxNameBytes = 240

/** Characters that no file system shows, or that turn the direction of what follows (an `exe` that reads `pdf`). */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu
/** Characters that Windows allows in no name. */
const forbidden = /[<>:"|?*]/g

/**
 * The name under which a file is kept and served: no path, line break, control or direction mark, not too long for a
 * file system. Letters of any script stay, and so does the ending.
 */
export function sanitizeFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replaceAll(/\s/g, ' ')
    .replaceAll(unseen, '')
    .replaceAll(forbidden, '_')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '')
  const ending = /(?<=.)\.[^.]{1,10}$/u.exec(plain)?.[0] ?? ''
  const stem = plain.slice(0, plain.length - ending.length)
  return cutTo(stem.trimEnd() || 'file', maxNameBytes - Buffer.byteLength(ending)) + ending
}

/** Cuts between characters, never within one. */
function cutTo(text: string, bytes: number): string {
  let cut = ''
  let used = 0
  for (const character of text) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    cut += character
  }
  return cut
}
