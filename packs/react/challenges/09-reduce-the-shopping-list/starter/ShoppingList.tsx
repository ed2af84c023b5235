import { type FormEvent, useState } from "react";
import type { Item } from "./shoppingReducer";

export function ShoppingList() {
  const [items] = useState<Item[]>([]);
  const [name, setName] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    // Add the item here.
    setName("");
  }

  function handleToggle(id: string) {
    // Toggle the item here.
  }

  function handleRemove(id: string) {
    // Remove the item here.
  }

  return (
    <form onSubmit={handleSubmit}>
      <input aria-label="Item" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit">Add</button>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <label>
              <input type="checkbox" checked={item.bought} onChange={() => handleToggle(item.id)} />
              {item.name}
            </label>
            <button type="button" onClick={() => handleRemove(item.id)}>
              Remove {item.name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
