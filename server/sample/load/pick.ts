/** The item of a number from 0 on, over and over again. @throws RangeError when there is none */
export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
