import { array, assert, constantFrom, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLabelIndex } from './labels.ts'

const both = (text: string) => ({ 'zh-CN': text, en: text })

describe('rows by what they are called', () => {
  const index = createLabelIndex('en')
  index.add('r1', { 'zh-CN': '一号厅', en: 'Hall 1' })
  index.add('r2', both('Annex'))
  index.add('r3', both('Annex'))
  index.add('r4', both('r1'))
  index.add('r5', both(''))
  index.add('r6', both('***'))
  index.add('r7', both('Caf\u0065\u0301 [r2]'))

  it.each([
    ['Hall 1', 'r1'],
    [' 一号厅 ', 'r1'],
    ['r2', 'r2'],
    ['Annex [r3]', 'r3'],
    ['Old name [r3]', 'r3'],
    ['[r5]', 'r5'],
    // There are two of it, there is none, it is shown to nobody.
    ['Annex', undefined],
    ['Hall', undefined],
    ['hall 1', undefined],
    ['Annex [r9]', undefined],
    ['***', undefined],
    ['', undefined],
    // One row has it for its id, another for its label.
    ['r1', undefined],
    ['Café [r2]', undefined],
  ])('%s is %s', (text, id) => {
    expect(index.find(text)).toBe(id)
  })

  it.each([
    ['r1', 'Hall 1'],
    ['r2', 'Annex [r2]'],
    ['r4', 'r1 [r4]'],
    ['r5', '[r5]'],
    ['r6', '*** [r6]'],
    ['r9', 'r9'],
  ])('%s is called %s', (id, text) => {
    expect(index.formatLabel(id)).toBe(text)
  })

  it('finds all by id alone when there are too many labels', () => {
    const small = createLabelIndex('en', 1)
    small.add('a', both('Alpha'))
    expect(small.find('Alpha')).toBe('a')
    small.add('b', both('Beta'))
    small.add('c', both('Gamma'))
    for (const text of ['Alpha', 'Beta', 'Gamma']) expect(small.find(text)).toBeUndefined()
    for (const id of ['a', 'b', 'c']) expect(small.find(small.formatLabel(id))).toBe(id)
  })

  it('never takes what it calls one row for another', () => {
    const ids = ['a', 'b', 'c']
    const labels = string({ unit: constantFrom('a', 'b', ' ', '[', ']', 'x'), maxLength: 6 })
    assert(
      property(array(record({ 'zh-CN': labels, en: labels }), { minLength: 3, maxLength: 3 }), (rows) => {
        const some = createLabelIndex('zh-CN')
        for (const [place, label] of rows.entries()) some.add(ids[place] ?? '', label)
        for (const id of ids) expect([id, undefined]).toContain(some.find(some.formatLabel(id)))
      }),
      { numRuns: 3000 },
    )
  })
})
