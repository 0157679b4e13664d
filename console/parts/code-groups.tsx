// A code that people must not mistake, whole, in groups of four: those that differ from another code are marked. Always left to right.

export function CodeGroups({ groups, marked = [] }: { groups: readonly string[]; marked?: readonly boolean[] }) {
  const keyed = groups.map((group, at) => ({ group, key: `${at} ${group}`, differs: marked[at] === true }));
  return (
    <bdi dir="ltr" className="code-groups">
      {keyed.map(({ group, key, differs }) =>
        differs ? <mark key={key}>{group}</mark> : <code key={key}>{group}</code>,
      )}
    </bdi>
  );
}
