import type { OutCell } from '#server/sheets/cell.ts'

/** Beyond the basic plane, of extension A, of four bytes in GB18030, and what stands in names of minorities. */
const rare = ['𠮷', '㐂', '䶮', '𬎆', '龴', '々', '·', 'ḿ'] as const

/** What tears a table apart whose cells are not quoted as they should be. */
const texts = [
  '中国科学院, 第一研究所; 苏州',
  '他说："能源\t转型"',
  '"quoted" 5" pipe',
  '第一行\n第二行, "又一行"\n\n末行;',
  '€1.10；﹩2 😀 \u{2A6D6}',
] as const

/** Headers by label in either language and by key, as organisers have them. */
const headers = [
  '代码',
  '姓名（中文）',
  'Name (English)',
  'phone',
  '证件号码',
  'Day',
  '说明',
  'E-mail',
  'price',
]

/** Resident identity numbers of which each ends in X, the check character for ten (GB 11643-1999). */
const cards = Array.from({ length: 28 * 999 }, (_, index) => {
  const day = String(1 + (index % 28)).padStart(2, '0')
  const order = String(1 + Math.floor(index / 28)).padStart(3, '0')
  return `110105194912${day}${order}`
}).filter((digits) => checkOf(digits) === 10)

const people = Array.from({ length: 200 }, (_, index) => ({
  code: String(index).padStart(5, '0'),
  name: { 'zh-CN': `王${rare[index % rare.length]}明${index}`, en: index % 3 === 0 ? 'NULL' : '1.10' },
  phone: `0512-${String(index).padStart(8, '0')}`,
  card: `${cards[index]}X`,
  day: `2023-09-${String((index % 30) + 1).padStart(2, '0')}`,
  about: texts[index % texts.length] ?? '',
  email: `guest${index}@forum.example`,
  price: index / 4,
}))

type Person = (typeof people)[number]

/** What the rows must be, whatever file they came in, in the order of their codes. */
export const chineseRows: readonly Person[] = people.map((person) => ({ ...person, card: '***' }))

/** The sealed numbers of these, in the same order. */
export const chineseCards = people.map(({ card }) => card)

/** The list as texts, for CSV: every second day as people write it in Chinese. */
export const chineseTexts: readonly (readonly string[])[] = [
  headers,
  ...people.map((person, index) =>
    cellsOf(person, index % 2 ? inChinese(person.day) : person.day, String(person.price)),
  ),
]

/** The list as a workbook has it: with numbers, and every second day as a date. */
export const chineseCells: readonly (readonly OutCell[])[] = [
  headers,
  ...people.map((person, index) =>
    cellsOf<OutCell>(
      person,
      index % 2 ? inChinese(person.day) : { kind: 'date', date: person.day },
      person.price,
    ),
  ),
]

function cellsOf<Cell>(
  { code, name, phone, card, about, email }: Person,
  day: Cell,
  price: Cell,
): (Cell | string)[] {
  return [code, name['zh-CN'], name.en, phone, card, day, about, email, price]
}

/** The sum of all digits, each by its power of two, is with the check one more than a multiple of eleven. */
function checkOf(digits: string): number {
  const sum = Array.from(digits).reduce((total, digit, at) => total + Number(digit) * 2 ** (17 - at), 0)
  return (12 - (sum % 11)) % 11
}

function inChinese(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}
