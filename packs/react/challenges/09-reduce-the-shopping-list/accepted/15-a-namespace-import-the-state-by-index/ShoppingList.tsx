import * as React from "react";
import * as Shopping from "./shoppingReducer";

export function ShoppingList() {
  const store = React.useReducer(Shopping.shoppingReducer, new Array<Shopping.Item>());
  const items = store[0];
  const dispatch = store[1];
  const [name, setName] = React.useState("");

  function handleSubmit(event: React.FormEvent) {
    event.preventDefault();
    const action: Shopping.Add = { type: "add", id: crypto.randomUUID(), name: name };
    dispatch(action);
    setName("");
  }

  function handleToggle(id: string) {
    const action: Shopping.Toggle = { type: "toggle", id: id };
    dispatch(action);
  }

  function handleRemove(id: string) {
    const action: Shopping.Remove = { type: "remove", id: id };
    dispatch(action);
  }

  const rows: React.ReactElement[] = [];
  for (const item of items) {
    rows.push(
      <li key={item.id}>
        <label>
          <input type="checkbox" checked={item.bought} onChange={() => handleToggle(item.id)} />
          {item.name}
        </label>
        <button type="button" onClick={() => handleRemove(item.id)}>
          Remove {item.name}
        </button>
      </li>,
    );
  }

  return (
    <form onSubmit={handleSubmit}>
      <input aria-label="Item" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit">Add</button>
      <ul>{rows}</ul>
    </form>
  );
}
