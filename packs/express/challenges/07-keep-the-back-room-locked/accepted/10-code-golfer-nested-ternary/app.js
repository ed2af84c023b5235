import express from "express";

const app = express();
const KEY = "lantern";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const treasures = [{ id: "r1", title: "The Founder's Diary", genre: "history" }];

const requireKey=(q,s,n,k=q.get("x-library-key"))=>k==KEY?n():s.status(k?403:401).json({error:k?"wrong key":"no key"});

app.get("/books", (req, res) => {
  res.json(books);
});

app.get("/backroom",requireKey,(q,s)=>s.json(treasures));

export default app;
