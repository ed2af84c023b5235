import express from "express";
import * as books from "../controllers.js";
const router = express.Router();
router.route("/").get(books.list).post(books.create);
router.route("/:id").get(books.show).put(books.update).delete(books.destroy);
export default router;
