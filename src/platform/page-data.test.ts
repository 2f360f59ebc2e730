import { expect, it } from 'vitest'
import { createPageData } from './page-data.ts'

it('each answer of the page is given once', () => {
  const pageData = createPageData('{"/api/modules":[1],"/api/empty":null}')
  expect(pageData.take('/api/modules')).toEqual({ data: [1] })
  expect(pageData.take('/api/modules')).toBeUndefined()
  expect(pageData.take('/api/empty')).toEqual({ data: null })
  expect(pageData.take('/api/modules?size=0')).toBeUndefined()
})

it.each([undefined, null, '', 'no JSON', '7'])('%j is no data', (text) => {
  expect(createPageData(text).take('/api/modules')).toBeUndefined()
})
