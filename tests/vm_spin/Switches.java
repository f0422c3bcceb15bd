// Type and enum switches with patterns, as javac compiles them from release 21 on.
public class Switches {
  enum E {A,B{}, C} sealed interface I permits F,G{} enum F implements I {X,Y} record G(int n) implements I {}
  static String t(Object o){ return switch(o){ case null->"null"; case String s when s.length()>3 -> "long "+s; case String s->"s"; case Integer i when i>5->"big"; case Integer i->"i"; case E e when e==E.B->"B"; case E e->"E"; case int[] a->"arr"+a.length; case Long l->"L"; default->"d";}; }
  static String e(E e){ return switch(e){ case A->"a"; case E q when q.ordinal()==1->"q"; case B->"b"; case C->"c"; }; }
  static String i(I e){ return switch(e){ case F.X->"x"; case F.Y->"y"; case G(int n) when n>3->"g>"; case G(var n)->"g"+n; }; }
  static String s(String e){ return switch(e){ case "a"->"a"; case String q when q.length()>2->"q"; case "b"->"b"; case String q->"?"; }; }
  static String n(Integer e){ return switch(e){ case 1->"1"; case Integer q when q>100->"q"; case 2->"2"; case Integer q->"?"; }; }
  static String c(Character e){ return switch(e){ case 'a'->"1"; case Character q when q>100->"q"; case 'b'->"2"; case Character q->"?"; }; }
  public static void main(String[] x){
    for(Object o:new Object[]{null,"abcd","ab",7,2,E.A,E.B,new int[3],4L,1.0}) System.out.println(t(o));
    for(E v:E.values())System.out.println(e(v)); 
    for(I v:new I[]{F.X,F.Y,new G(2),new G(7)})System.out.println(i(v));
    for(String v:new String[]{"a","b","c","ccc"})System.out.println(s(v));
    for(int v:new int[]{1,2,3,200})System.out.println(n(v));
    for(char v:new char[]{'a','b','c','z'})System.out.println(c(v));
    try { e(null); } catch(NullPointerException z){ System.out.println(z.getMessage()); }
    try { s(null); } catch(NullPointerException z){ System.out.println(z.getMessage()); }
  }
}
