export type Item = { id: string; name: string; bought: boolean };
export type Action = { type: "add"; id: string; name: string } | { type: "toggle"; id: string } | { type: "remove"; id: string };
export function shoppingReducer(items: Item[], action: Action): Item[] {
  if (action.type === "add") {
    const { id, name } = action;
    return Array.from([...items, { id, name, bought: false }]);
  }
  const index = items.findIndex((item) => item.id === action.id);
  if (index === -1) return items;
  const before = items.slice(0, index);
  const after = items.slice(index + 1);
  const item = items[index]!;
  if (action.type === "toggle") {
    return [...before, { ...item, bought: !item.bought }, ...after];
  }
  return [...before, ...after];
}
