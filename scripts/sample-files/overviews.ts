import { forumSetting } from '#contract/forum.ts'
import { formatTimeInTimeZone, formatDateInTimeZone } from '#contract/time.ts'
import { rooms, sessions, tracks } from '#server/sample/programme.ts'
import { escapeHtml, toHeader, toPage } from './html.ts'

const zone = forumSetting.timeZone

/** The agenda at a glance: what has no sub-forum, and each sub-forum as a whole. */
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

/** The venue map: a plan of each floor and the list of its rooms. */
export function venueHtml(): string {
  const title = { 'zh-CN': '场馆示意图', en: 'Venue map' }
  const floors = [...new Map(rooms.map(({ floor }) => [floor.en, floor])).values()].map((floor) => {
    const floorRooms = rooms.filter((room) => room.floor.en === floor.en)
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
