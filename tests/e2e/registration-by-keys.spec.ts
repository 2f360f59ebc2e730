import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { tabTo } from '../support/keyboard-walk.ts'
import { addApplicant, openAs, ownRows } from '../support/people.ts'
import { makeFace, RegistrationForm, textOf, typed } from '../support/registration-form.ts'

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

test('the whole registration goes by keys alone, and every step says what it is to who does not see it [129] @phone', async ({
  page,
  forum,
}) => {
  test.setTimeout(240_000)
  const form = new RegistrationForm(page)
  const main = page.getByRole('main')
  const next = await form.button('register', 'next')
  const person = await addApplicant(forum)
  await openAs(page, person)
  await form.openStep('who')
  await expect(main).toMatchAriaSnapshot(`
    - paragraph: 第 2 步，共 6 步
    - heading "个人信息" [level=1]
    - form "个人信息":
      - textbox "姓名"
      - textbox "证件号码（护照）"
      - textbox "电子邮箱"
      - textbox "国家或地区"
      - textbox "城市"
      - button "下一步"
  `)
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(main).toMatchAriaSnapshot(`
    - form "个人信息":
      - alert:
        - paragraph: 有 5 项需要修改
        - list:
          - listitem:
            - 'button "姓名：必填"'
          - listitem:
            - 'button "证件号码（护照）：必填"'
      - textbox "姓名" [invalid]
      - paragraph: 必填
  `)
  // The first of the summary leads to its field.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form.field('realname')).toBeFocused()
  const [, ...rest] = Object.entries(typed.who)
  await page.keyboard.type(typed.who.realname)
  for (const [name, text] of rest) await type(page, form.field(name as 'city'), text)
  // Enter in a line goes on, as the button does.
  await page.keyboard.press('Enter')
  await expect(await form.heading('work')).toBeFocused()

  await type(page, form.field('company'), typed.work.company)
  await type(page, form.field('position'), typed.work.position)
  await expect(main).toMatchAriaSnapshot(`
    - paragraph: 第 3 步，共 6 步
    - heading "单位与职务" [level=1]
    - form:
      - textbox "单位": 国家电网
      - textbox "职务": 工程师
      - radiogroup "业务类别":
        - radio "政府机构"
        - radio "开发商"
        - radio "设备制造商"
        - radio "金融/投资"
        - radio "高校及科研院所"
        - radio "协会/非政府组织/非营利组织"
        - radio "媒体"
        - radio "其他"
      - button "上一步"
      - button "下一步"
  `)
  await tabTo(page, page.getByRole('radio', { name: '政府机构' }))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: '其他' })).toBeChecked()
  await type(page, form.field('other_business_label'), '咨询')
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await expect(await form.heading('choices')).toBeFocused()

  await tabTo(page, page.getByRole('switch', { name: '参加开幕式' }))
  await page.keyboard.press('Space')
  for (const code of ['II', 'III']) {
    await tabTo(page, form.group('sub_forum').getByRole('checkbox', { name: new RegExp(`^${code} `) }))
    await page.keyboard.press('Space')
  }
  await expect(main).toMatchAriaSnapshot(`
    - paragraph: 第 4 步，共 6 步
    - heading "活动选择" [level=1]
    - form:
      - switch "参加开幕式" [checked]
      - group "分论坛 选填":
        - checkbox /^I 能源转型与气候目标/
        - checkbox /^II 风能与太阳能 .*与 III 同时举行/ [checked]
        - checkbox /^III 新型储能 .*与 II 同时举行/ [checked]
      - radiogroup "优先参加的分论坛":
        - radio /^II 风能与太阳能/
        - radio /^III 新型储能/
      - group "参观路线 选填":
        - checkbox /^A .*余 \\d+ 个名额/
  `)
  await tabTo(page, page.getByRole('radio', { name: /^II / }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^III / })).toBeChecked()
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await expect(await form.heading('photo')).toBeFocused()

  await expect(main).toMatchAriaSnapshot(`
    - paragraph: 第 5 步，共 6 步
    - heading "证件照" [level=1]
    - form:
      - list:
        - listitem: 正面免冠
        - listitem: 不戴帽子
        - listitem: 不要侧面
        - listitem: 面部无遮挡
      - group "证件照":
        - button "拍照"
        - button "选择图片"
  `)
  const choose = page.getByLabel(await textOf('zh-CN', 'register', 'photo.file'), { exact: true })
  await tabTo(page, choose)
  await expect(
    page.getByLabel(await textOf('zh-CN', 'register', 'photo.camera')),
  ).toHaveAccessibleDescription(/正面免冠照片/)
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await makeFace() })
  const crop = page.getByRole('region', { name: '裁剪照片' })
  await expect(crop).toBeFocused()
  await expect(crop).toMatchAriaSnapshot(`
    - paragraph: 移动和放大图片，使头部和肩部充满画框。
    - slider "放大": "1"
    - button "取消"
    - button "使用此照片"
  `)
  await tabTo(page, page.getByRole('slider', { name: '放大' }))
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('slider')).not.toHaveValue('1')
  await tabTo(page, await form.button('register', 'photo.crop.done'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: '您的证件照' })).toBeVisible()
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await expect(await form.heading('review')).toBeFocused()

  await expect(main).toMatchAriaSnapshot(`
    - paragraph: 第 6 步，共 6 步
    - heading "核对信息" [level=1]
    - form:
      - region "个人信息":
        - heading "个人信息" [level=2]
        - button "修改：个人信息"
        - term: 姓名
        - definition: 李雷
      - region "证件照":
        - term: 证件照
        - definition:
          - img "您的证件照"
      - button "提交报名"
  `)
  await tabTo(page, page.getByRole('button', { name: '修改：个人信息' }))
  await page.keyboard.press('Enter')
  await expect(await form.heading('who')).toBeFocused()
  await expect(form.field('realname')).toHaveValue(typed.who.realname)
  await page.goBack()
  await tabTo(page, await form.button('register', 'send.first'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '报名信息已送达' })).toBeVisible()
  expect(await ownRows(forum, 'registrations', person)).toHaveLength(1)
})
