import { crud, defineFields, text } from '../shared/resource.ts'

export const adjustmentTypeFields = defineFields('adjustmentTypeID', {
  typeName: text(120),
  description: text(500),
})

export const adjustmentTypes = crud('/api/v1/adjustment-type', adjustmentTypeFields, {
  schema: 'AdjustmentType',
  all: 'Kinds of adjustment',
  one: 'kind of adjustment',
  read: 'stock.read',
  write: 'stock.write',
})
