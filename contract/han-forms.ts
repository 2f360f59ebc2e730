import type { Simplify } from './fold-text.ts'

/**
 * Pairs that the table of OpenCC does not merge, because some words distinguish them: 瞭解 and 了解, 回覆 and 回复. A search
 * should find both.
 */
const additionalPairs = '瞭 了|覆 复|著 着|藉 借|衞 卫|衹 只|祇 只|彷 仿|甦 苏|砲 炮|粧 妆'

/**
 * Creates a function that replaces traditional characters by simplified ones, one for one, so that a search for 储能
 * finds 儲能. It does not replace words.
 * @param characters the table of OpenCC: pairs joined by `|`, each traditional character first
 */
export function createSimplifyHan(characters: string): Simplify {
  const simplified = new Map<string, string>(
    `${characters}|${additionalPairs}`.split('|').flatMap((pair) => {
      const [traditional = '', first = ''] = pair.split(' ')
      return first === '' || first === traditional ? [] : [[traditional, first]]
    }),
  )
  // A few of the replacements are themselves replaced.
  for (const [traditional, form] of simplified) {
    const last = simplified.get(form)
    if (last !== undefined && last !== traditional) simplified.set(traditional, last)
  }
  return (text) => {
    let simple = ''
    for (const character of text) simple += simplified.get(character) ?? character
    return simple
  }
}
