import pptxgenjs from 'pptxgenjs'
import { forumSetting } from '#contract/forum.ts'

const teal = '0B5F59'
const ink = '14211F'
const fontFace = 'Microsoft YaHei'

/** The presentation template: a title slide, a slide of text and an end, in the forum's colours. */
export async function writeTemplate(path: string): Promise<void> {
  const presentation = new pptxgenjs()
  // 13.33 by 7.5 inches; positions and sizes below are in inches too.
  presentation.layout = 'LAYOUT_WIDE'
  presentation.title = `${forumSetting.name['zh-CN']} 演示文稿模板`
  const titleSlide = presentation.addSlide()
  titleSlide.background = { color: teal }
  titleSlide.addText('演讲题目\nTitle of your talk', {
    x: 0.8,
    y: 2,
    w: 11.7,
    h: 1.8,
    fontSize: 40,
    color: 'FFFFFF',
    fontFace,
  })
  titleSlide.addText('演讲人单位与职务\nYour organisation and position', {
    x: 0.8,
    y: 4.1,
    w: 11.7,
    h: 1,
    fontSize: 24,
    color: 'FFFFFF',
    fontFace,
  })
  titleSlide.addText(`${forumSetting.name['zh-CN']}  ${forumSetting.name.en}`, {
    x: 0.8,
    y: 6.6,
    w: 11.7,
    h: 0.4,
    fontSize: 14,
    color: 'FFFFFF',
    fontFace,
  })
  const textSlide = presentation.addSlide()
  textSlide.addText('一页一个观点  One idea a slide', {
    x: 0.8,
    y: 0.5,
    w: 11.7,
    h: 0.8,
    fontSize: 32,
    color: teal,
    fontFace,
  })
  textSlide.addText(
    [
      '正文不小于24磅  Body text of at least 24 points',
      '图表注明来源  Name the source of every chart',
      '每页不超过五行  No more than five lines a slide',
    ].map((text) => ({
      text,
      options: { bullet: true, breakLine: true },
    })),
    { x: 0.8, y: 1.7, w: 11.7, h: 3, fontSize: 24, color: ink, fontFace },
  )
  const closingSlide = presentation.addSlide()
  closingSlide.background = { color: 'FBFAF7' }
  closingSlide.addText('谢谢  Thank you', {
    x: 0.8,
    y: 2.8,
    w: 11.7,
    h: 1.2,
    fontSize: 44,
    color: teal,
    align: 'center',
    fontFace,
  })
  await presentation.writeFile({ fileName: path, compression: true })
}
