import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteFile } from '../../src/storage/byte-file.ts'
import { BACKWARD, FORWARD, readRole, SIDE, RelationList } from '../../src/places/collected-lists.ts'

test('relations come back with their tags and members as they were given', () => {
  const member = fc.record({
    isWay: fc.boolean(),
    osmId: fc.integer({ min: -5, max: 2 ** 52 }),
    role: fc.constantFrom(0, SIDE, FORWARD, BACKWARD),
  })
  const relation = fc.record({
    tags: fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 4 }).map((pairs) => new Map(pairs)),
    members: fc.array(member, { maxLength: 5 }),
  })
  fc.assert(
    fc.property(fc.array(relation, { maxLength: 10 }), (relations) => {
      const list = new RelationList(new ByteFile('never made'))
      relations.forEach(({ tags, members }, i) => {
        list.add(10 * i, tags)
        for (const { isWay, osmId, role } of members) list.addMember(isWay, osmId, role)
      })
      const back = relations.map((_, i) => {
        const members: object[] = []
        list.eachMember(i, (isWay, osmId, role) => members.push({ isWay, osmId, role }))
        return { tags: list.tagsOf(i), members }
      })
      expect(back).toEqual(relations)
      expect([list.count, list.has(0), list.has(5)]).toEqual([relations.length, relations.length > 0, false])
    }),
  )
})

test('a role says whether a member is of the main line, and which way it is travelled', () => {
  const bits = ['', 'main', 'forward', 'forward:1', 'backward', 'alternative', 'link', 'guidepost', 'approach'].map(
    readRole,
  )
  expect(bits).toEqual([0, 0, FORWARD, FORWARD, BACKWARD, SIDE, SIDE, SIDE, SIDE])
})
