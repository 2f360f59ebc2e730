import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindRelatedRow, FormShape, Values } from '#contract/form/form-shape.ts'
import { toIds } from '#contract/form/intervals.ts'
import type { Rule } from '#contract/rules.ts'
import { metadataQuery, rowQuery } from '../data/queries.ts'

/** A row that another row refers to. */
interface Named {
  module: string
  id: string
}

/**
 * Loads the rows that conditions and rules of a form read. The server validates what has not loaded.
 * @returns `find` returns a loaded row; `follow` receives the form's values at each render
 */
export function useRelated(shape: FormShape): { find: FindRelatedRow; follow: (values: Values) => void } {
  const [followed, setFollowed] = useState('[]')
  const named = JSON.parse(followed) as Named[]
  const modules = [...new Set(named.map(({ module }) => module))]
  const described = useQueries({ queries: modules.map((module) => metadataQuery(module)) })
  const calls = named.flatMap(({ module, id }) => {
    const metadata = described[modules.indexOf(module)]?.data
    return metadata ? [{ metadata, id }] : []
  })
  const rows = useQueries({ queries: calls.map(({ metadata, id }) => rowQuery(metadata, id)) })
  const findIndex = (module: string, id: string) =>
    calls.findIndex((call) => call.metadata.name === module && call.id === id)
  return {
    find: (module, id) => rows[findIndex(module, id)]?.data,
    follow(values) {
      const wanted = JSON.stringify(listReferencedRows(shape, values))
      if (wanted !== followed) setFollowed(wanted)
    },
  }
}

/** Lists the related rows whose fields conditions or rules read. */
export function listReferencedRows(shape: FormShape, values: Values): Named[] {
  return listRelations(shape).flatMap((key) => {
    const module = shape.fields[key]?.relation?.module
    return module === undefined ? [] : toIds(values[key]).map((id) => ({ module, id }))
  })
}

function listRelations({ fields, rules = [] }: FormShape): string[] {
  const tests = Object.values(fields).flatMap(({ conditions = [] }) => conditions.flatMap(({ when }) => when))
  return [...new Set([...listOverlappingFields(tests), ...rules.flatMap(listRuleRelations)])]
}

function listRuleRelations(rule: Rule): string[] {
  switch (rule.rule) {
    case 'one_of_overlapping':
      return [rule.among]
    case 'no_overlap':
      return [rule.field]
    case 'same_as_related':
      return [rule.relation]
    case 'implies':
      return listOverlappingFields([...rule.when, ...rule.must])
    default:
      return []
  }
}

const listOverlappingFields = (tests: readonly object[]): string[] =>
  tests.flatMap((test) => ('overlapping' in test ? [String(test.overlapping)] : []))
