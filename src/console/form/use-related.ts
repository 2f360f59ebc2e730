import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindRelatedRow, FormShape, Values } from '#contract/form/form-shape.ts'
import { toIds } from '#contract/form/intervals.ts'
import type { Rule } from '#contract/rules.ts'
import { metadataQuery, rowQuery } from '../data/queries.ts'

/** A row that another row refers to. */
interface RowReference {
  module: string
  id: string
}

/**
 * Loads the related rows that a form's conditions and rules need. Until they have loaded, only the server validates.
 * @returns `find` returns a loaded row; `update` receives the form's values at each render
 */
export function useRelated(shape: FormShape): { find: FindRelatedRow; update: (values: Values) => void } {
  // JSON, so that equal references cause no render.
  const [referencesJson, setReferencesJson] = useState('[]')
  const references = JSON.parse(referencesJson) as RowReference[]
  const modules = [...new Set(references.map(({ module }) => module))]
  const metadataResults = useQueries({ queries: modules.map((module) => metadataQuery(module)) })
  const rowRequests = references.flatMap(({ module, id }) => {
    const metadata = metadataResults[modules.indexOf(module)]?.data
    return metadata ? [{ metadata, id }] : []
  })
  const rowResults = useQueries({ queries: rowRequests.map(({ metadata, id }) => rowQuery(metadata, id)) })
  const findIndex = (module: string, id: string) =>
    rowRequests.findIndex((request) => request.metadata.name === module && request.id === id)
  return {
    find: (module, id) => rowResults[findIndex(module, id)]?.data,
    update(values) {
      const newReferencesJson = JSON.stringify(listReferencedRows(shape, values))
      if (newReferencesJson !== referencesJson) setReferencesJson(newReferencesJson)
    },
  }
}

/** Lists the related rows whose fields conditions or rules read. */
export function listReferencedRows(shape: FormShape, values: Values): RowReference[] {
  return listRelations(shape).flatMap((key) => {
    const module = shape.fields[key]?.relation?.module
    return module === undefined ? [] : toIds(values[key]).map((id) => ({ module, id }))
  })
}

function listRelations({ fields, rules = [] }: FormShape): string[] {
  const allConditions = Object.values(fields).flatMap(({ conditions = [] }) =>
    conditions.flatMap(({ when }) => when),
  )
  return [...new Set([...listOverlappingFields(allConditions), ...rules.flatMap(listRuleRelations)])]
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

const listOverlappingFields = (conditions: readonly object[]): string[] =>
  conditions.flatMap((condition) => ('overlapping' in condition ? [String(condition.overlapping)] : []))
