import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { registrations } from '../../contract/modules/registrations.ts'
import { staffRegistrations } from '../../contract/modules/staff-registrations.ts'
import type { Locale } from '../../contract/locale.ts'
import type { ForumProcess } from './forum-process.ts'
import { nextCode } from './outgoing.ts'
import { untilDrawn } from './until-drawn.ts'

const fieldsOf = { ...staffRegistrations.fields, ...registrations.fields }

/** What a person types; the rest is chosen. */
export const typed = {
  who: {
    realname: '李雷',
    id_number: 'E1234 5678',
    email: 'li@forum.example',
    country: '中国',
    city: '苏州',
  },
  work: { company: '国家电网', position: '工程师' },
} as const

/** A text of the interface by its key, in a language. */
export async function textOf(
  locale: Locale,
  file: 'register' | 'sign-in' | 'console' | 'console-import' | 'errors' | 'forms' | 'outbox',
  key: string,
): Promise<string> {
  const path = new URL(`../../locales/${locale}/${file}.json`, import.meta.url)
  const text = (JSON.parse(await readFile(path, 'utf8')) as Record<string, string>)[key]
  if (text === undefined) throw new Error(`no text ${key} in ${file}`)
  return text
}

/** A photo of a face, larger than it need be; or of other measures. */
export function makeFace(width = 900, height = 1200): Promise<Buffer> {
  const face = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 1200" width="${width}" height="${height}" preserveAspectRatio="none"><rect width="900" height="1200" fill="#bcd"/><ellipse cx="450" cy="520" rx="190" ry="250" fill="#e8c4a0"/></svg>`
  return sharp(Buffer.from(face)).jpeg().toBuffer()
}

/** The registration form as a person meets it, in a language. */
export class RegistrationForm {
  readonly page: Page
  readonly locale: Locale

  constructor(page: Page, locale: Locale = 'zh-CN') {
    this.page = page
    this.locale = locale
  }

  /** The control of a field, by its label. */
  field(name: keyof typeof fieldsOf): Locator {
    return this.page.getByLabel(fieldsOf[name].label[this.locale], { exact: true })
  }

  group(name: keyof typeof fieldsOf): Locator {
    return this.page.getByRole('group', { name: fieldsOf[name].label[this.locale] })
  }

  async heading(step: string): Promise<Locator> {
    return this.page.getByRole('heading', {
      level: 1,
      name: await textOf(this.locale, 'register', `steps.${step}.heading`),
    })
  }

  async button(file: 'register' | 'sign-in' | 'forms', key: string): Promise<Locator> {
    return this.page.getByRole('button', { name: await textOf(this.locale, file, key), exact: true })
  }

  async next(): Promise<void> {
    await (await this.button('register', 'next')).click()
  }

  /** The first step: the mobile, and the code that lies in the folder of texts; whole, it is sent by itself. */
  async proveMobile(forum: ForumProcess, mobile: string): Promise<void> {
    await this.page.getByLabel(await textOf(this.locale, 'sign-in', 'code.mobile')).fill(mobile)
    await (await this.button('sign-in', 'code.send')).click()
    const code = await nextCode(forum.dataDir, `+86${mobile}`)
    await this.page.getByLabel(await textOf(this.locale, 'sign-in', 'code.code'), { exact: true }).fill(code)
  }

  async openStep(step: string, path = '/register'): Promise<void> {
    await this.page.goto(`${path}?step=${step}`)
    await untilDrawn(this.page)
    await (await this.heading(step)).waitFor()
  }

  /** @param more in the place of what is typed otherwise */
  async fillWho(more: Partial<Record<keyof typeof typed.who, string>> = {}): Promise<void> {
    for (const [name, text] of Object.entries({ ...typed.who, ...more }))
      await this.field(name as keyof typeof typed.who).fill(text)
    await this.next()
    await (await this.heading('work')).waitFor()
  }

  async fillWork(): Promise<void> {
    for (const [name, text] of Object.entries(typed.work))
      await this.field(name as keyof typeof typed.work).fill(text)
    const media = registrations.fields.business_category.options?.find(({ value }) => value === 'media')
    await this.page.getByRole('radio', { name: media?.label[this.locale] ?? '' }).check()
    await this.next()
    await (await this.heading('choices')).waitFor()
  }

  /** Sub-forums and tours by the letters in front of them. */
  async choose(field: 'sub_forum' | 'activities', codes: readonly string[]): Promise<void> {
    for (const code of codes)
      await this.group(field)
        .getByRole('checkbox', { name: new RegExp(`^${code} `) })
        .check()
  }

  async pickFile(name: string, mimeType: string, buffer: Buffer): Promise<void> {
    const label = await textOf(this.locale, 'register', 'photo.file')
    await this.page.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType, buffer })
  }

  /** Chooses a photo and takes the cut that is offered. */
  async takePhoto(): Promise<void> {
    await this.pickFile('我.jpg', 'image/jpeg', await makeFace())
    await (await this.button('register', 'photo.crop.done')).click()
    await this.page.getByRole('img', { name: await textOf(this.locale, 'register', 'photo.yours') }).waitFor()
  }

  /** All steps after the mobile, to the page on which all is looked through. */
  async fillAll(more: Parameters<RegistrationForm['fillWho']>[0] = {}): Promise<void> {
    await this.fillWho(more)
    await this.fillWork()
    await this.choose('sub_forum', ['II', 'IX'])
    await this.next()
    await (await this.heading('photo')).waitFor()
    await this.takePhoto()
    await this.next()
    await (await this.heading('review')).waitFor()
  }
}
