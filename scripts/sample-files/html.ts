import { forumSetting } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import type { RichTextNode } from '#contract/rich-text.ts'
import { formatDateInTimeZone, formatTimeInTimeZone } from '#contract/time.ts'
import { rooms, sessions, tracks } from '#server/sample/programme.ts'
import type { LocalizedRichText } from '#server/sample/create-rows.ts'

/** HTML elements by the type of a rich text's node. */
const elementsByNodeType = {
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  paragraph: 'p',
  blockquote: 'blockquote',
}

/** Stylesheet with one font weight only, because each further weight adds its glyphs to every PDF file. */
const style = `
  @page { size: A4; margin: 18mm 20mm }
  * { font-weight: 400; font-family: 'Liberation Sans', 'WenQuanYi Micro Hei', sans-serif }
  /* Quotation marks and dots of Chinese are as wide as its characters. */
  section:lang(zh) * { font-family: 'WenQuanYi Micro Hei', sans-serif }
  body { margin: 0; color: #14211f; font-size: 10.5pt; line-height: 1.6 }
  header { border-bottom: 2pt solid #0b5f59; padding-bottom: 3mm; margin-bottom: 5mm }
  header p { margin: 0; color: #55635f; font-size: 9pt }
  h1 { margin: 1mm 0 0; font-size: 20pt; line-height: 1.3; color: #0b5f59 }
  h2 { margin: 4mm 0 1mm; font-size: 13pt; color: #0b5f59; break-after: avoid }
  p, ul, ol, blockquote { margin: 0 0 2mm } li p { margin: 0 }
  blockquote { border-left: 2pt solid #a8480f; padding-left: 3mm; color: #55635f }
  table { width: 100%; border-collapse: collapse; font-size: 9pt; line-height: 1.4 }
  td { border-bottom: .5pt solid #e3e1da; padding: 1mm 2mm 1mm 0; vertical-align: top }
  td:first-child { white-space: nowrap; color: #0b5f59 }
  section[lang=en] { break-before: page }
`

/** Renders a document as an HTML page for printing. */
export function toHtml(document: SampleDocumentText): string {
  const { title, body } = document
  const sections = (['zh-CN', 'en'] as const).map(
    (locale) =>
      `<section lang="${locale}">${toHeader(title[locale], forumSetting.name[locale])}${toMarkup(body[locale])}</section>`,
  )
  return toPage(title, sections.join(''))
}

/** Wraps markup in an HTML page with the style of all sample documents. */
export function toPage(title: Localized, markup: string): string {
  const name = escapeHtml(`${title['zh-CN']} ${title.en}`)
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${name}</title><style>${style}</style></head><body>${markup}</body></html>`
}

/** Renders the header of a document. */
export function toHeader(title: string, subtitle: string): string {
  return `<header><p>${escapeHtml(subtitle)} · 2023-09-05 – 09-07</p><h1>${escapeHtml(title)}</h1></header>`
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Renders a node of a rich text as HTML. @throws Error for a node that no sample document has */
function toMarkup(node: RichTextNode): string {
  if (node.type === 'text') return escapeHtml(node.text)
  const content = 'content' in node ? (node.content ?? []).map(toMarkup).join('') : ''
  if (node.type === 'doc') return content
  if (node.type === 'heading') return `<h${node.attrs.level}>${content}</h${node.attrs.level}>`
  const tag = Object.entries(elementsByNodeType).find(([type]) => type === node.type)?.[1]
  if (!tag) throw new Error(`sample documents do not print ${node.type}`)
  return `<${tag}>${content}</${tag}>`
}

/** What a sample document says, before it is printed. */
export interface SampleDocumentText {
  /** Name in server/sample/files. */
  fileName: string
  title: Localized
  body: LocalizedRichText
}

const zone = forumSetting.timeZone

/** Renders the agenda at a glance: the sessions of no sub-forum, and each sub-forum as one entry. */
export function agendaHtml(): string {
  const title = { 'zh-CN': '日程一览', en: 'Agenda at a glance' }
  const entries = [
    ...sessions
      .filter((session) => session.track === null && session.type !== 'break')
      .map((session) => ({ ...session, name: session.title })),
    ...tracks.map((track) => ({
      ...track,
      name: {
        'zh-CN': `分论坛${track.code}　${track.name['zh-CN']}`,
        en: `Sub-forum ${track.code}: ${track.name.en}`,
      },
    })),
  ].toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
  const dates = new Set<string>(entries.map((entry) => formatDateInTimeZone(entry.starts_at, zone)))
  const days = [...dates].map((day) => {
    const rows = entries
      .filter((entry) => formatDateInTimeZone(entry.starts_at, zone) === day)
      .map((entry) => {
        const room = rooms.find(({ id }) => id === entry.room)
        const times = `${formatTimeInTimeZone(entry.starts_at, zone)}–${formatTimeInTimeZone(entry.ends_at, zone)}`
        return toRow(
          times,
          `${entry.name['zh-CN']}\n${entry.name.en}`,
          `${room?.name['zh-CN']}\n${room?.name.en}`,
        )
      })
    return `<h2>${day}</h2><table>${rows.join('')}</table>`
  })
  return toPage(title, toHeader(`${title['zh-CN']} ${title.en}`, forumSetting.name.en) + days.join(''))
}

/** Renders the venue map: a plan of each floor and the list of its rooms. */
export function venueHtml(): string {
  const title = { 'zh-CN': '场馆示意图', en: 'Venue map' }
  const floors = [...new Map(rooms.map(({ floor }) => [floor.en, floor])).values()].map((floor) => {
    const floorRooms = rooms.filter((room) => room.floor.en === floor.en)
    // 170 mm are the width of the page without its margins.
    const widthMm = 170 / floorRooms.length
    const boxes = floorRooms.map(
      (room, index) =>
        `<rect x="${index * widthMm + 0.5}" y=".5" width="${widthMm - 1}" height="15" rx="2" fill="#eef5f4" stroke="#0b5f59" stroke-width=".4"/><text x="${(index + 0.5) * widthMm}" y="9.5" font-size="5" text-anchor="middle" fill="#0b5f59">${room.position}</text>`,
    )
    const list = floorRooms.map((room) =>
      toRow(
        String(room.position),
        `${room.name['zh-CN']} ${room.name.en}`,
        room.capacity ? `${room.capacity} 座 seats` : '',
      ),
    )
    return `<h2>${floor['zh-CN']} ${floor.en}</h2><svg width="170mm" height="16mm" viewBox="0 0 170 16">${boxes.join('')}</svg><table>${list.join('')}</table>`
  })
  return toPage(title, toHeader(`${title['zh-CN']} ${title.en}`, forumSetting.venue.en) + floors.join(''))
}

function toRow(...cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell).replaceAll('\n', '<br>')}</td>`).join('')}</tr>`
}
