import { randomUUID } from 'node:crypto'
import { paths } from '../../contract/api.ts'
import { rooms } from '../../contract/modules/rooms.ts'
import { tracks } from '../../contract/modules/tracks.ts'
import { callForum, openAs, openSignIn, organiserToken, type AnsweredRow } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { addPerson } from './support/people.ts'
import { expect, test } from './support/phone.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

test('what organisers delete and grant shows on an open screen by itself; a right that is taken ends the sign-in, and what was typed is there at the return [227]', async ({
  page,
  forum,
}) => {
  const token = await organiserToken(forum)
  const write = (path: string, body: object) => callForum<AnsweredRow>(forum, path, { token, body })
  const addRoom = () => {
    const text = `Hall ${randomUUID()}`
    return write(paths.post('rooms'), { name: { 'zh-CN': text, en: text }, position: 99 })
  }
  // Somebody hears of new rights with the next change of a row.
  const grant = async (grants: string[]) => {
    await write(paths.edit('users'), { id: staff.id, grants })
    await addRoom()
  }
  const staff = await addPerson(forum, 'staff')
  await grant(['rooms'])
  const room = await addRoom()
  const menu = page.getByRole('navigation', { name: zh('console:nav.label') }).getByRole('link')
  const [today, ofRooms, ofTracks] = [zh('console:nav.today'), rooms.label['zh-CN'], tracks.label['zh-CN']]
  await openAs(page, staff)
  await page.goto(`/console/rooms/${room.id}`)
  await expect(page.locator('main dl').first()).toBeVisible()
  await expect(menu).toHaveText([today, ofRooms])
  await write(paths.delete('rooms'), { id: room.id })
  await expect(page.getByRole('heading', { name: zh('console:deleted.title') })).toBeVisible()
  await grant(['rooms', 'tracks'])
  await expect(menu).toHaveText([today, ofTracks, ofRooms])

  const form = `/console/rooms/${(await addRoom()).id}/edit`
  const english = page.locator('main form input[lang="en"]').first()
  await page.goto(form)
  await english.fill('A hall that was not saved')
  await grant(['tracks'])
  await expect(page.getByText(zh('console:signInEnded'))).toBeVisible()
  await expect(page).toHaveURL('/')
  await grant(['rooms', 'tracks'])
  await openAs(page, { token: await openSignIn(forum, staff) })
  await page.goto(form)
  await expect(english).toHaveValue('A hall that was not saved')
})
