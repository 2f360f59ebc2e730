import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { registrations } from '../../contract/modules/registrations.ts'
import { staffRegistrations } from '../../contract/modules/staff-registrations.ts'
import type { Locale } from '../../contract/locale.ts'
import type { ForumProcess } from './forum-process.ts'
import { nextCode } from './outgoing.ts'
import { texts, type Texts } from './texts.ts'
import { untilDrawn } from './until-drawn.ts'

const fieldsOf = { ...staffRegistrations.fields, ...registrations.fields }

/** Input of a user; the other fields are chosen. */
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

const face =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#bcd"/><ellipse cx="450" cy="520" rx="190" ry="250" fill="#e8c4a0"/></svg>'

/** The registration form in a language, as a user fills it in. */
export class RegistrationForm {
  readonly page: Page
  readonly locale: Locale
  readonly #text: Texts

  constructor(page: Page, locale: Locale = 'zh-CN') {
    this.page = page
    this.locale = locale
    this.#text = texts[locale]
  }

  field(name: keyof typeof fieldsOf): Locator {
    return this.page.getByLabel(fieldsOf[name].label[this.locale], { exact: true })
  }

  group(name: keyof typeof fieldsOf): Locator {
    return this.page.getByRole('group', { name: fieldsOf[name].label[this.locale] })
  }

  heading(step: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.#text(`register:steps.${step}.heading`) })
  }

  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.#text(key), exact: true })
  }

  next(): Promise<void> {
    return this.button('register:next').click()
  }

  /**
   * Completes the first step: the mobile number and the code from the folder of text messages, which is sent by its
   * last digit.
   */
  async proveMobile(forum: ForumProcess, mobile: string): Promise<void> {
    await this.page.getByLabel(this.#text('sign-in:code.mobile')).fill(mobile)
    await this.button('sign-in:code.send').click()
    const code = await nextCode(forum.dataDir, `+86${mobile}`)
    await this.page.getByLabel(this.#text('sign-in:code.code'), { exact: true }).fill(code)
  }

  async openStep(step: string, path = '/register'): Promise<void> {
    await this.page.goto(`${path}?step=${step}`)
    await untilDrawn(this.page)
    await this.heading(step).waitFor()
  }

  /** @param more replaces some of the input */
  async fillWho(more: Partial<Record<keyof typeof typed.who, string>> = {}): Promise<void> {
    for (const [name, text] of Object.entries({ ...typed.who, ...more }))
      await this.field(name as keyof typeof typed.who).fill(text)
    await this.next()
    await this.heading('work').waitFor()
  }

  async fillWork(): Promise<void> {
    for (const [name, text] of Object.entries(typed.work))
      await this.field(name as keyof typeof typed.work).fill(text)
    const media = registrations.fields.business_category.options?.find(({ value }) => value === 'media')
    await this.page.getByRole('radio', { name: media?.label[this.locale] ?? '' }).check()
    await this.next()
    await this.heading('choices').waitFor()
  }

  /** Chooses sub-forums or tours by the letters in front of them. */
  async choose(field: 'sub_forum' | 'activities', codes: readonly string[]): Promise<void> {
    for (const code of codes)
      await this.group(field)
        .getByRole('checkbox', { name: new RegExp(`^${code} `) })
        .check()
  }

  /** Chooses a photo and accepts the suggested crop. */
  async takePhoto(): Promise<void> {
    const buffer = await sharp(Buffer.from(face)).jpeg().toBuffer()
    await this.page
      .getByLabel(this.#text('register:photo.file'), { exact: true })
      .setInputFiles({ name: '我.jpg', mimeType: 'image/jpeg', buffer })
    await this.button('register:photo.crop.done').click()
    await this.page.getByRole('img', { name: this.#text('register:photo.yours') }).waitFor()
  }

  /** Completes all steps after the mobile number, up to the summary. */
  async fillAll(more: Parameters<RegistrationForm['fillWho']>[0] = {}): Promise<void> {
    await this.fillWho(more)
    await this.fillWork()
    await this.choose('sub_forum', ['II', 'IX'])
    await this.next()
    await this.heading('photo').waitFor()
    await this.takePhoto()
    await this.next()
    await this.heading('review').waitFor()
  }
}
